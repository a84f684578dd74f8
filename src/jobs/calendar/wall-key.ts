import { momentOf, type Wall } from "./read-event.ts"

/** A moment, or the local day of a date: both forms exclude and replace. */
export const keyOf = (at: Wall): string =>
  at.isDate ? dayOf(at) : new Date(momentOf(at)).toISOString()
export const dayOf = ({ wallMs }: Wall): string => new Date(wallMs).toISOString().slice(0, 10)
