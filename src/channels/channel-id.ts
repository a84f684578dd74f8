import { z } from "zod"

/**
 * Settings with the id of a provider's channel. Its earlier name `room` is in the settings that versions up to 0.3.0
 * stored, which are encrypted, so that no migration can rename it.
 */
export const withChannelId = <Settings extends { channelId: string }>(
  settings: z.ZodType<Settings>,
) => z.preprocess(renameEarlier, settings)

function renameEarlier(given: unknown): unknown {
  const isEarlier = typeof given === "object" && given !== null && !("channelId" in given)
  if (!isEarlier || !("room" in given)) return given
  const { room, ...rest } = given
  return { ...rest, channelId: room }
}
