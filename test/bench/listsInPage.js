/**
 * Runs in the page of a deployment: posts very many events to it and to a minimal list, and measures each from the
 * first message to the frame that shows the last event.
 */
// biome-ignore lint/correctness/noUnusedVariables: the bench calls it in the page.
async function measure(lines) {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const levels = ["info", "info", "debug", "warning", "error"];
  const batches = (from) =>
    Array.from({ length: lines / 2000 }, (_, batch) =>
      Array.from({ length: 2000 }, (_, index) => {
        const at = from + batch * 2000 + index;
        return [at, "2026-01-01T00:00:00.000Z", levels[at % 5], "log", `line ${at}`, null];
      }),
    );
  const list = document.querySelector("[role=listbox]");

  const hand = document.createElement("div");
  const canvas = document.createElement("div");
  // The list has the same size, because painting costs depend on it.
  const { left, top, width, height } = list.getBoundingClientRect();
  const place = `left: ${left}px; top: ${top}px; width: ${width}px; height: ${height}px; background: black`;
  hand.style.cssText = `position: fixed; overflow: auto; contain: strict; ${place}`;
  canvas.style.position = "relative";
  hand.append(canvas);
  let rows = [];
  const draw = () => {
    const first = Math.floor(hand.scrollTop / 22);
    const shown = rows
      .slice(first, first + Math.ceil(hand.clientHeight / 22) + 1)
      .map(([, at, level, kind, text], index) => {
        const row = document.createElement("div");
        row.style.cssText = `position: absolute; transform: translateY(${(first + index) * 22}px)`;
        for (const part of [at, level, kind, text]) {
          const span = document.createElement("span");
          span.textContent = part;
          row.append(span);
        }
        return row;
      });
    canvas.replaceChildren(...shown);
  };
  // A way of its own: the page is not to hear what is not for it.
  const { port1: editor, port2: page } = new MessageChannel();
  page.onmessage = ({ data }) => {
    rows.push(...data.rows);
    canvas.style.height = `${rows.length * 22}px`;
    hand.scrollTop = rows.length * 22;
    draw();
  };

  // After one list has taken the other's place the page is drawn again, which is not what is measured.
  const settle = async () => {
    for (let step = 0; step < 20; step += 1) await frame();
  };

  const timed = async (send, all, isDone) => {
    await settle();
    const started = performance.now();
    for (const some of all) send({ type: "events", rows: some });
    while (!isDone()) await frame();
    await frame();
    return performance.now() - started;
  };
  const ours = (round) => {
    const count = String(Math.min(200_000, (round + 1) * lines));
    const last = `line ${(round + 1) * lines}`;
    const isDone = () => list.querySelector(`[aria-posinset="${count}"] .text`)?.textContent === last;
    return timed((message) => postMessage(message, "*"), batches(round * lines + 1), isDone);
  };
  const byHand = async () => {
    document.body.append(hand);
    rows = [];
    const isDone = () => rows.length === lines;
    const took = await timed((message) => editor.postMessage(message), batches(1), isDone);
    hand.remove();
    return took;
  };

  const paintMs = [];
  const byHandMs = [];
  for (let round = 0; round < 7; round += 1) {
    byHandMs.push(await byHand());
    paintMs.push(await ours(round));
  }

  const scrolled = async (element, times) => {
    await settle();
    let before = await frame();
    for (let step = 1; step <= 60; step += 1) {
      element.scrollTop = (step * 40_009) % (element.scrollHeight - element.clientHeight);
      const now = await frame();
      times.push(now - before);
      before = now;
    }
  };
  const frameMs = [];
  for (let round = 0; round < 4; round += 1) await scrolled(list, frameMs);
  const elements = list.querySelectorAll("[role=option]").length;
  return {
    paintMs: paintMs.slice(1),
    byHandMs: byHandMs.slice(1),
    frameMs,
    rows: elements,
  };
}
