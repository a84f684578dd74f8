import { z } from "zod"
import type { ChannelKind } from "../../../../prisma/generated/enums.ts"
import { SealError } from "../../../platform/secret.ts"
import type { Services } from "../../../platform/services.ts"
import { hashAddress } from "./channel-config.ts"

type Needs = Pick<Services, "database" | "vault">

export type ChatChannel<Config> = {
  projectId: string
  config: Config
  /** Whether the channel is enabled and verified, so people there may act. */
  isOpen: boolean
}

const maxChatChannels = 1000

/** Find the channel of the alert's project with this provider channel id. @param channelId the provider's channel id. */
export async function findChatChannel<Config>(
  { database, vault }: Needs,
  { kind, config }: { kind: ChannelKind; config: z.ZodType<Config> },
  { alertId, channelId }: { alertId: string; channelId: string },
): Promise<ChatChannel<Config> | null> {
  if (!z.uuid().safeParse(alertId).success) return null
  const channel = await database.prisma.channel.findFirst({
    where: {
      kind,
      addressHash: hashAddress(kind, channelId),
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

/** Settings of the newest channels of all projects, for requests that name no channel. */
export async function listChatConfigs<Config>(
  { database, vault }: Needs,
  { kind, config }: { kind: ChannelKind; config: z.ZodType<Config> },
): Promise<Config[]> {
  const channels = await database.prisma.channel.findMany({
    where: { kind },
    orderBy: { id: "desc" },
    take: maxChatChannels,
    select: { sealedConfig: true },
  })
  // One that cannot be decrypted must not hide the others.
  return channels.flatMap(({ sealedConfig }) => openOrNone(vault, sealedConfig, config))
}

function openOrNone<Config>(
  vault: Services["vault"],
  sealed: Uint8Array,
  config: z.ZodType<Config>,
): Config[] {
  try {
    return [config.parse(JSON.parse(vault.open(sealed)))]
  } catch (error) {
    if (error instanceof SealError) return []
    throw error
  }
}
