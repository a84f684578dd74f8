import { z } from "zod"
import type { ChannelKind } from "../../../prisma/generated/enums.ts"
import type { Services } from "../../services.ts"
import { hashAddress } from "./config.ts"

type Needs = Pick<Services, "database" | "vault">

export type Room<Config> = {
  projectId: string
  config: Config
  /** Whether its project lets those who read it act. */
  isOpen: boolean
}

const mostRooms = 1000

/** The channel of an alert's project that is this room of a chat; null for any other room. */
export async function findRoom<Config>(
  { database, vault }: Needs,
  { kind, config }: { kind: ChannelKind; config: z.ZodType<Config> },
  { alertId, room }: { alertId: string; room: string },
): Promise<Room<Config> | null> {
  if (!z.uuid().safeParse(alertId).success) return null
  const channel = await database.prisma.channel.findFirst({
    where: {
      kind,
      addressHash: hashAddress(kind, room),
      project: { alerts: { some: { id: alertId } } },
    },
  })
  if (channel === null || channel.projectId === null) return null
  return {
    projectId: channel.projectId,
    config: config.parse(JSON.parse(vault.open(channel.sealedConfig))),
    isOpen: channel.enabled && channel.verifiedAt !== null,
  }
}

/** Settings of the rooms that were added last, whoever's; for a question that names none. */
export async function listRoomConfigs<Config>(
  { database, vault }: Needs,
  { kind, config }: { kind: ChannelKind; config: z.ZodType<Config> },
): Promise<Config[]> {
  const channels = await database.prisma.channel.findMany({
    where: { kind },
    orderBy: { id: "desc" },
    take: mostRooms,
    select: { sealedConfig: true },
  })
  return channels.map(({ sealedConfig }) => config.parse(JSON.parse(vault.open(sealedConfig))))
}
