// Reads a text from its standard input and writes it without white space at the ends of lines.
let text = "";
for await (const piece of process.stdin.setEncoding("utf8")) text += piece;
process.stdout.write(text.replace(/[ \t]+$/gm, ""));
