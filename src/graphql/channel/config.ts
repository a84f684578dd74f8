import { z } from "zod"
import type { Channel } from "../../../prisma/generated/client.ts"
import type { ChannelKind } from "../../../prisma/generated/enums.ts"
import type { Env } from "../../env.ts"
import type { Vault } from "../../secret.ts"
import { sha256 } from "../../secret.ts"
import { invalid } from "../errors.ts"
import { parse } from "../input.ts"
import { kindOf } from "./kinds.ts"

/** What is stored of an address, number, URL or token. */
type Address = Pick<Channel, "hint" | "sealedConfig" | "addressHash">

/** @throws {DomainError} validation_failed, pointing into `#/settings`. */
export function readSettings(
  kind: ChannelKind,
  settings: unknown,
  { env, vault }: { env: Env; vault: Vault },
) {
  const { config: schema, addressOf, hintOf, refuse } = kindOf(kind)
  const { settings: config } = parse(z.object({ settings: schema }), { settings })
  const refusal = refuse?.(config, env) ?? null
  if (refusal !== null) throw invalid("#/settings", refusal)
  return {
    hint: hintOf(config),
    sealedConfig: vault.seal(JSON.stringify(config)),
    addressHash: hashAddress(kind, addressOf(config)),
  } satisfies Address
}

/** The same way twice is one channel of its owner's. */
export const hashAddress = (kind: ChannelKind, address: string) => sha256(`${kind}:${address}`)

/** The settings of a stored channel, as its kind's sender wants them. */
export const openConfig = (
  vault: Vault,
  { kind, sealedConfig }: Pick<Channel, "kind" | "sealedConfig">,
): unknown => kindOf(kind).config.parse(JSON.parse(vault.open(sealedConfig)))
