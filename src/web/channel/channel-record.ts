import records from "../../../schema/channel-kinds.json"
import type { ResultOf } from "../graphql.ts"
import type { ChannelKinds } from "./channel-documents.ts"

export type KindInfo = ResultOf<typeof ChannelKinds>["channelKinds"][number]
export type Kind = KindInfo["kind"]

type ChannelRecord = {
  title: string
  description: string
  entered: { name: string; label: string; type: string; example: string }[] | null
  setup: { steps: string[]; callbackPath: string | null; docsPath: string } | null
}

/** What the server's record of a kind says about its form; a new kind needs no change here. */
export const recordOf = (kind: Kind): ChannelRecord =>
  records[kind.toLowerCase() as Lowercase<Kind>]

/** The kinds that a team can add. */
export const isForTeams = ({ kind, owners }: KindInfo): boolean =>
  owners.includes("PROJECT") && recordOf(kind).entered !== null
