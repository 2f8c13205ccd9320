// Preloaded into a measured process: writes its resource usage to file descriptor 3.
const { writeSync } = require("node:fs");
process.on("exit", () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  writeSync(3, JSON.stringify({ peakMb: maxRSS / 1024, cpuSeconds: (userCPUTime + systemCPUTime) / 1e6 }));
});
