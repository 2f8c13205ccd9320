/** Skills of other subjects that a model chooses among. They are the same in every run, so that results can be compared. */
export const decoySkills: readonly { readonly name: string; readonly description: string }[] = [
  {
    name: "release-notes",
    description:
      "Writes release notes and changelogs from commits and merged pull requests. Use when a version is to be announced or a changelog brought up to date.",
  },
  {
    name: "spreadsheet-analysis",
    description:
      "Reads, cleans and summarises spreadsheets and CSV files, with formulas, pivot tables and charts. Use for questions about rows, columns and totals in tabular data.",
  },
  {
    name: "sql-tuning",
    description:
      "Explains and speeds up slow SQL queries: plans, indexes, joins. Use when a database query is slow or a schema is reviewed for speed.",
  },
  {
    name: "accessibility-review",
    description:
      "Checks web pages and components for accessibility: keyboard, contrast, labels, screen readers. Use when a user interface is built or reviewed.",
  },
  {
    name: "meeting-minutes",
    description:
      "Turns transcripts and notes of meetings into minutes with decisions and tasks. Use when somebody has notes or a recording of a meeting.",
  },
  {
    name: "container-images",
    description:
      "Writes and shrinks Dockerfiles and debugs image builds. Use when an application is packed into a container or its image is too large.",
  },
  {
    name: "travel-planning",
    description:
      "Plans journeys: routes, times, places to stay, costs. Use when somebody wants to travel or compares ways to get there.",
  },
];
