import { afterAll, beforeAll, expect, test } from "vitest";
import { type SimulatedService, startSimulatedService } from "../../support/simulated/simulatedService.ts";
import { openTruth, type Truth } from "../../support/simulated/truth/truth.ts";
import type { Walk } from "./walk.ts";

/** Flows 2, 11 and 12 by keys: the account, and other services. */
export function testAccountFlows(walk: () => Walk): void {
  let truth: Truth;
  let other: SimulatedService | undefined;
  beforeAll(async () => {
    truth = await openTruth();
    other = await startSimulatedService({ seed: 4, truth });
  });
  const closeOther = async () => {
    await other?.close();
    other = undefined;
  };
  afterAll(async () => {
    await closeOther();
    await truth.close();
  });

  const keys = () => walk().keys;
  const window = () => walk().window;

  test("11: a key is created; Escape creates none and returns to the row", async () => {
    const title = /Create API Key/;
    await keys().focusView("Account");
    await walk().look("11-account");
    await keys().focusView("Account");
    await keys().row("API keys");
    await keys().menu("Create API Key...");
    await keys().question(title);
    await walk().look("11-key-name");
    await keys().enter(title, "CI");
    await keys().question(/2\/3/);
    await walk().look("11-key-scopes");
    await keys().escape();
    await keys().hasRow("API keys");
    await keys().menu("Create API Key...");
    await keys().enter(title, "CI");
    await keys().pickMany(/2\/3/, ["read"]);
    await keys().question(/3\/3/);
    await walk().look("11-key-expiry");
    await keys().pick(/3\/3/, "90 days");
    await walk().lookAtDialog("11-key");
    await keys().dialog(/The key "CI" was created/, "Copy");
    await keys().clearNotifications();
    await keys().focusView("Account");
    await keys().expand("API keys");
    await keys().row("CI");
  });

  test("11: the usage is read", async () => {
    await keys().row("Usage");
    await keys().menu("Show Usage");
    const stops = await walk().tabThrough(/Usage of/);
    expect(stops).toContain("Day");
    await walk().look("11-usage");
    await window().screenshot("readme-usage");
    await keys().run("View: Close All Editors");
    await keys().focusView("Account");
    await keys().hasRow("Usage");
  });

  test("2: connects to another service, after a wrong key", async () => {
    const { url = "", key = "" } = other ?? {};
    await keys().run("Fairlead: Add Connection...");
    await keys().question(/Add Connection/);
    await walk().look("02-url");
    await keys().enter(/Add Connection/, url);
    await keys().enter(/2\/2/, "wrong-key");
    await keys().question(/3\/3/);
    await walk().look("02-wrong-key");
    await keys().pick(/3\/3/, "Enter Another Key...");
    await keys().enter(/2\/2/, key);
    await walk().lookAtDialog("02-leaving");
    await keys().dialog(/running on this machine/, "Keep Running");
    await keys().message(/Connected to/);
    await walk().look("02-connected");
    await keys().hasFocus();
    await keys().clearNotifications();
  });

  test("12: the report of another service is read", async () => {
    await keys().run("Fairlead: Check Compatibility");
    await walk().tabThrough(/of \d+ operations work/);
    await walk().look("12-report");
    await keys().run("View: Close All Editors");
  });

  test("12: a service that is gone says so, and can be left", async () => {
    await closeOther();
    await keys().focusView("Projects");
    await keys().run("Fairlead: Refresh");
    await window().documents.statusBar(/not reached/);
    await keys().hasFocus();
    await walk().look("12-gone");
    await keys().run("Fairlead: Switch Connection...");
    await keys().question(/Switch Connection/);
    await walk().look("02-switch");
    await keys().pick(/Switch Connection/, "Local service");
    await keys().focusView("Projects");
    await keys().row("Default");
  });
}
