import { createHook } from "../../kernel/hook.ts"
import type { Transaction } from "../../kernel/transaction.ts"

type Membership = { projectId: string; userId: string }

export const memberJoined = createHook<[Transaction, Membership]>("memberJoined")
export const memberLeft = createHook<[Transaction, Membership]>("memberLeft")

/** The person's account address was proved at that time. */
export const addressProved =
  createHook<[Transaction, { id: string; email: string }, Date]>("addressProved")
