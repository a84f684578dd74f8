import { say } from "../../../findings/say.ts"
import { z } from "zod"
import type { Channel } from "../../../../prisma/generated/client.ts"
import type { ChannelKind } from "../../../../prisma/generated/enums.ts"
import type { Env } from "../../../platform/env.ts"
import { sha256, type Vault } from "../../../platform/secret.ts"
import { invalid } from "../../kernel/errors.ts"
import { parse } from "../../kernel/input.ts"
import { channelKinds } from "../../../channels/channel-kinds.ts"

/** The stored form of an address, number, URL or token. */
type Address = Pick<Channel, "hint" | "sealedConfig" | "addressHash">

/** @throws {DomainError} validation_failed, pointing into `#/settings`. */
export function readSettings(
  kind: ChannelKind,
  settings: unknown,
  { env, vault }: { env: Env; vault: Vault },
) {
  const { config: schema, addressOf, hintOf, refuse } = channelKinds[kind]
  const { settings: config } = parse(z.object({ settings: schema }), { settings })
  const refusal = refuse?.(config, env) ?? null
  if (refusal !== null) throw invalid("#/settings", say([refusal]))
  return {
    hint: hintOf(config),
    sealedConfig: vault.seal(JSON.stringify(config)),
    addressHash: hashAddress(kind, addressOf(config)),
  } satisfies Address
}

/** Finds duplicates: an owner has one channel per kind and address. */
export const hashAddress = (kind: ChannelKind, address: string) => sha256(`${kind}:${address}`)

/** Decrypt and parse a channel's settings. */
export const openConfig = (
  vault: Vault,
  { kind, sealedConfig }: Pick<Channel, "kind" | "sealedConfig">,
): unknown => channelKinds[kind].config.parse(JSON.parse(vault.open(sealedConfig)))
