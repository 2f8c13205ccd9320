/**
 * Takes the place of `@vscode/spdlog`'s index.js in the VS Code server: the real one is a native module, which is left unbuilt,
 * and without it every output channel stays empty. Same functions, lines appended to the file.
 */
const { appendFileSync, mkdirSync, renameSync, statSync } = require("node:fs");
const { dirname } = require("node:path");

const levels = ["trace", "debug", "info", "warning", "error", "critical"];
let defaultLevel = 2;

class Logger {
  constructor(_type, _name, file, maxSize) {
    this.file = file;
    this.maxSize = maxSize;
    this.level = defaultLevel;
    this.bare = false;
    mkdirSync(dirname(file), { recursive: true });
    appendFileSync(file, "");
  }
  write(level, message) {
    if (level < this.level) return;
    const stamp = new Date().toISOString().replace("T", " ").replace("Z", "");
    if (this.maxSize > 0 && statSync(this.file).size > this.maxSize) renameSync(this.file, `${this.file}.1`);
    appendFileSync(this.file, this.bare ? message : `${stamp} [${levels[level]}] ${message}\n`);
  }
  trace(message) {
    this.write(0, message);
  }
  debug(message) {
    this.write(1, message);
  }
  info(message) {
    this.write(2, message);
  }
  warn(message) {
    this.write(3, message);
  }
  error(message) {
    this.write(4, message);
  }
  critical(message) {
    this.write(5, message);
  }
  getLevel() {
    return this.level;
  }
  setLevel(level) {
    this.level = level;
  }
  setPattern() {}
  clearFormatters() {
    this.bare = true;
  }
  flush() {}
  drop() {}
}

async function createRotatingLogger(name, file, maxSize) {
  return new Logger("rotating", name, file, maxSize);
}

exports.version = 11000;
exports.setLevel = (level) => {
  defaultLevel = level;
};
exports.setFlushOn = () => {};
exports.Logger = Logger;
exports.createRotatingLogger = createRotatingLogger;
exports.createAsyncRotatingLogger = createRotatingLogger;
