import { z } from "zod"

type Named = { channelId: string }
type Stored<Settings> = Omit<Settings, "channelId"> & { room: string }

/**
 * Settings with the id of a provider's channel. Its earlier name `room` is accepted in this version, and is stored,
 * because roles of 0.2.0 that still run read nothing else.
 */
export const withChannelId = <Settings extends Named>(settings: z.ZodType<Settings>) =>
  z.preprocess(
    renameEarlier,
    settings.transform(({ channelId, ...rest }): Stored<Settings> => ({
      ...rest,
      room: channelId,
    })),
  )

function renameEarlier(given: unknown): unknown {
  const isEarlier = typeof given === "object" && given !== null && !("channelId" in given)
  if (!isEarlier || !("room" in given)) return given
  const { room, ...rest } = given
  return { ...rest, channelId: room }
}
