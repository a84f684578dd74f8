import { createHmac, timingSafeEqual } from "node:crypto"
import { parse as bytesOf } from "uuid"
import type { Channel } from "../../../../prisma/generated/client.ts"
import { readId } from "../../../platform/id.ts"
import type { Services } from "../../../platform/services.ts"

const idBytes = 16
/** 32 bytes in base64url: a 16-byte channel id and a 16-byte signature. */
const shape = /^[A-Za-z0-9_-]{43}$/

type Open = { id: string; code: string; expiresAt: Date }

/** A link that verifies a channel; it expires with its code. */
export function verifyUrl({ env, vault }: Pick<Services, "env" | "vault">, open: Open): string {
  const token = Buffer.concat([bytesOf(open.id), sign(vault, open)]).toString("base64url")
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
  const real = sign(vault, { id, code: vault.open(sealedCode), expiresAt })
  if (!timingSafeEqual(bytes.subarray(idBytes), real)) return null
  return { ...channel, owner: (channel.user ?? channel.project)?.name ?? "" }
}

const sign = (vault: Services["vault"], { id, code, expiresAt }: Open): Buffer =>
  createHmac("sha256", vault.derive("channel links"))
    .update(`${id}.${code}.${expiresAt.getTime()}`)
    .digest()
    .subarray(0, idBytes)
