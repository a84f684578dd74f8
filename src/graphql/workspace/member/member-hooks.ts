import { createHook } from "../../kernel/hook.ts"
import type { Transaction } from "../../kernel/transaction.ts"

type Membership = { projectId: string; userId: string }

export const memberJoined = createHook<[Transaction, Membership]>("memberJoined")
export const memberLeft = createHook<[Transaction, Membership]>("memberLeft")
