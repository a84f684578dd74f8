import type { ChannelKind } from "../../../prisma/generated/enums.ts"
import type { Channel } from "./channel.ts"

export type Channels = Partial<Record<ChannelKind, Channel<unknown>>>

/** How each kind of channel sends. */
export const channels: Channels = {}
