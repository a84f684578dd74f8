import { createHook } from "../../kernel/hook.ts"
import type { Transaction } from "../../kernel/transaction.ts"

/** Runs in the transaction that deletes the monitor. */
export const monitorDeleted =
  createHook<[Transaction, { id: string; projectId: string }]>("monitorDeleted")
