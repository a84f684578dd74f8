import type { Kept } from "./bulk-documents.ts"

const list = new Intl.ListFormat("en")

/** What rows can be already. */
export type Already = "acknowledged" | "resolved" | "assigned" | "snoozed" | "merged"

const were = (count: number) => (count === 1 ? "was" : "were")
const be = (count: number) => (count === 1 ? "is" : "are")

function wordsOf(why: Kept["why"], count: number, people: string, already: Already): string {
  const hasPerson = people !== "" && (already === "acknowledged" || already === "resolved")
  switch (why) {
    case "ALREADY":
      return hasPerson
        ? `${count} ${were(count)} already ${already} by ${people}.`
        : `${count} ${were(count)} already ${already}.`
    case "ACKNOWLEDGED":
      return `${count} ${be(count)} acknowledged, so nobody is paged.`
    case "RESOLVED":
      return `${count} ${be(count)} resolved.`
    case "UNSEEN":
      return `${count} ${be(count)} paged together with alerts that you may not see.`
    case "FORBIDDEN":
      return `You may not change ${count} of them.`
  }
}

/** What a change of many left as it was, and why; one sentence for each reason. */
export const keptInWords = (kept: readonly Kept[], already: Already): string =>
  [...Map.groupBy(kept, ({ why }) => why)]
    .map(([why, rows]) => {
      const people = new Set(rows.flatMap(({ by }) => (by === null ? [] : [by])))
      return wordsOf(why, rows.length, list.format(people), already)
    })
    .join(" ")
