import type { Command } from "commander"

export function registerMonitor(_program: Command): void {}
