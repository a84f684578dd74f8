import { newId } from "../../src/platform/id.ts"
import type { Channel } from "../../prisma/generated/client.ts"
import type { ChannelKind } from "../../prisma/generated/enums.ts"
import { readSettings } from "../../src/graphql/delivery/channel/channel-config.ts"
import type { World } from "./world.ts"

/** Settings that enable e-mail and phones; everything is sent to a closed loopback port. */
export const channelSettings = {
  SMTP_URL: "smtp://127.0.0.1:1",
  MAIL_FROM: "Watchkeeper <alerts@watch.example>",
  TWILIO_URL: {
    accountSid: `AC${"0".repeat(32)}`,
    authToken: "token",
    from: "+15005550006",
    apiUrl: "http://127.0.0.1:1",
  },
}

/** A verified channel, or an unverified one with `isVerified` false. */
export function makeChannel(
  { services }: World,
  owner: { userId: string } | { projectId: string },
  { kind, settings }: { kind: ChannelKind; settings: Record<string, unknown> },
  isVerified = true,
): Promise<Channel> {
  return services.database.prisma.channel.create({
    data: {
      id: newId(),
      ...owner,
      kind,
      name: `My ${kind}`,
      ...readSettings(kind, settings, services),
      verifiedAt: isVerified ? new Date() : null,
    },
  })
}

/** The code sent to a channel, read as its sender reads it. */
export async function codeOf({ services }: World, channelId: string): Promise<string> {
  const where = { id: channelId }
  const { sealedCode } = await services.database.prisma.channel.findUniqueOrThrow({ where })
  if (sealedCode === null) throw new Error("no code is open")
  return services.vault.open(sealedCode)
}
