import type { Command } from "commander"

export function registerAccount(_program: Command): void {}
