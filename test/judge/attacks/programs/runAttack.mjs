/** The most characters of a proof. */
const maximumProof = 4000;

const toText = (value) => {
  if (value === undefined) return undefined;
  if (Buffer.isBuffer(value)) return value.toString("latin1").slice(0, maximumProof);
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text?.slice(0, maximumProof);
};

/** Runs one attack of a group and returns `{ name, got }`; `got` is what the attack has got, and `error` why it got nothing. */
export async function runAttack(group, name, targets) {
  let timer;
  const limit = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error("no end in time")), targets.limitMs);
  });
  try {
    const { attacks = {}, serverAttacks = {}, scriptAttacks = {} } = await import(`./groups/${group}.mjs`);
    const attack = { ...attacks, ...serverAttacks, ...scriptAttacks }[name];
    return { name, got: toText(await Promise.race([attack(targets), limit])) };
  } catch (error) {
    const { message = String(error), code, stack = "" } = Object(error);
    return { name, error: `${code ?? ""} ${message} ${String(stack)}`.slice(0, maximumProof) };
  } finally {
    clearTimeout(timer);
  }
}
