import { useEffect } from "react"
import type { IconName } from "./icon.tsx"
import type { MenuEntry } from "./menu.tsx"
import { createStore } from "./store.ts"

/** Something a person does with an object. The buttons and keys of its page and the palette read the same list. */
export type Act<Subject, Key extends string = string> = {
  key: Key
  label: string
  icon: IconName
  /** The key that does it on the page of the object. */
  shortcut?: string
  /** Other words that people look for. */
  words?: readonly string[]
  /** The permission that it takes; none if every reader may. */
  needs?: string
  isDanger?: boolean
  /** True if it is about the page rather than the object, such as printing it. */
  isOfPage?: boolean
  /** Whether it makes sense for the object as it is. */
  fits(subject: Subject): boolean
}

/** An act of one object. */
export type ReadyAct = Omit<Act<unknown>, "fits"> & { run(): void }

/** The acts that fit the object and that the viewer may do. */
export const readyActs = <Subject, Key extends string>(
  acts: readonly Act<Subject, Key>[],
  subject: Subject,
  may: (permission: string) => boolean,
  run: Readonly<Record<Key, () => void>>,
): ReadyAct[] =>
  acts
    .filter(({ needs, fits }) => (needs === undefined || may(needs)) && fits(subject))
    .map((act) => ({ ...act, run: run[act.key] }))

/** The entries of the page's menu: those that have no button of their own, dangerous ones last. */
export const menuOf = (acts: readonly ReadyAct[], buttons: readonly string[] = []): MenuEntry[] => {
  const rest = acts.filter(({ key }) => !buttons.includes(key))
  const line = rest.some(({ isDanger }) => isDanger) && rest.some(({ isDanger }) => !isDanger)
  return [
    ...rest.filter(({ isDanger }) => !isDanger),
    ...(line ? (["line"] as const) : []),
    ...rest.filter(({ isDanger }) => isDanger),
  ]
}

/** The keys of the page. */
export const keysOf = (acts: readonly ReadyAct[]): Record<string, () => void> =>
  Object.fromEntries(
    acts.flatMap(({ shortcut, run }) => (shortcut === undefined ? [] : [[shortcut, run]])),
  )

export type InView = { id: string; name: string; acts: readonly ReadyAct[] }

const inView = createStore<InView | null>(null)

/** The object that the open page is about, and what can be done with it. */
export const useObjectInView = inView.use

/** Offers the acts of the page's object in the palette, as long as the page is open. */
export function useActsInView(shown: InView): void {
  useEffect(() => inView.set(shown))
  useEffect(() => () => inView.set(null), [])
}
