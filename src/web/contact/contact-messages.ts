import records from "../../../schema/channel-kinds.json"
import type { ResultOf } from "../graphql.ts"
import type { OwnChannels } from "./contact-documents.ts"

type Read = ResultOf<typeof OwnChannels>
export type ChannelView = NonNullable<Read["viewer"]>["channels"][number]
export type KindView = Read["channelKinds"][number]
export type Kind = KindView["kind"]

const recordOf = (kind: Kind) => records[kind.toLowerCase() as Lowercase<Kind>]

export const kindWord = (kind: Kind): string => recordOf(kind).title

/** The address that a person enters. */
export const enteredOf = (kind: Kind) => recordOf(kind).entered ?? []

/** Whether a person adds it; otherwise a device subscribes by itself. */
export const isEntered = (kind: Kind): boolean => recordOf(kind).entered !== null
