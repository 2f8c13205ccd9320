/** The 95 % quantile of both sides of the normal distribution. */
const z = 1.959964;

/** The range in which the true rate is with a confidence of 95 %, by Wilson's score, which also suits few tries. `total` is above 0. */
export function computeWilsonInterval(passed: number, total: number): { readonly low: number; readonly high: number } {
  const rate = passed / total;
  const square = z ** 2 / total;
  const middle = rate + square / 2;
  const margin = z * Math.sqrt((rate * (1 - rate)) / total + square / (4 * total));
  const low = (middle - margin) / (1 + square);
  const high = (middle + margin) / (1 + square);
  return { low: Math.max(0, low), high: Math.min(1, high) };
}
