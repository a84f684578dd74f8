import type { Channel } from "./channel.ts"

/** What the records of all chats have in common. */
export const chat = {
  owners: ["project"],
  missing: () => null,
  sender: "chat",
  isVerifiedByLink: false,
  isIntrusive: false,
  defaultDelayMinutes: 0,
  usedByDefault: "all",
  sendsChanges: "all",
  takesDigest: false,
} as const satisfies Partial<Channel<unknown>>
