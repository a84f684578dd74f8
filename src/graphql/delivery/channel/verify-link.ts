import { parse as bytesOf } from "uuid"
import type { Channel } from "../../../../prisma/generated/client.ts"
import { readId } from "../../../platform/id.ts"
import type { Services } from "../../../platform/services.ts"

const purpose = "channel links"
const idBytes = 16
const macBytes = 16
/** 32 bytes in base64url: a 16-byte channel id and a 16-byte signature. */
const shape = /^[A-Za-z0-9_-]{43}$/

type Open = { id: string; code: string; expiresAt: Date }

/** A link that verifies a channel; it expires with its code. */
export function verifyUrl({ env, vault }: Pick<Services, "env" | "vault">, open: Open): string {
  const token = Buffer.concat([
    bytesOf(open.id),
    vault.sign(purpose, signedText(open), macBytes),
  ]).toString("base64url")
  return `${env.BASE_URL}/verify/${token}`
}

/** An unverified channel and its owner's name. */
export type Unproven = Channel & { owner: string }

/** Null for a token that is used, expired, or not signed by this installation. */
export async function openVerifyLink(
  { database, vault, clock }: Pick<Services, "database" | "vault" | "clock">,
  token: string,
): Promise<Unproven | null> {
  if (!shape.test(token)) return null
  const bytes = Buffer.from(token, "base64url")
  const id = readId(bytes.subarray(0, idBytes))
  if (id === null) return null
  const channel = await database.prisma.channel.findUnique({
    where: { id },
    include: { user: { select: { name: true } }, project: { select: { name: true } } },
  })
  if (channel === null || channel.verifiedAt !== null) return null
  const { sealedCode, codeExpiresAt: expiresAt } = channel
  if (sealedCode === null || expiresAt === null || expiresAt <= clock.now()) return null
  const text = signedText({ id, code: vault.open(sealedCode), expiresAt })
  if (!vault.isSigned(purpose, text, bytes.subarray(idBytes), macBytes)) return null
  return { ...channel, owner: (channel.user ?? channel.project)?.name ?? "" }
}

const signedText = ({ id, code, expiresAt }: Open): string => `${id}.${code}.${expiresAt.getTime()}`
