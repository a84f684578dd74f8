import { describe, expect, test } from "vitest"
import { declareIncident } from "../../src/graphql/incidents/incident/declare-incident.ts"
import {
  languages,
  likedBest,
} from "../../src/graphql/status-pages/status-page/rules/page-language.ts"
import { updateStatusPage } from "../../src/graphql/status-pages/status-page/update-status-page.ts"
import { fill, localeOf, wordsOf } from "../../src/pages/status-page/locale.ts"
import { useApi } from "../support/api.ts"
import { soon } from "../support/soon.ts"
import { makePublicPage } from "../support/status-page.ts"
import { expectAccessible, useBrowser } from "../web/browser.ts"

const api = useApi()
const { world } = api
const browser = useBrowser({ needsDashboard: false })

const open = (path: string, accepted = "") =>
  fetch(`${api.address}/status/${path}`, { headers: { "accept-language": accepted } })

/** Every message of a language by its path, such as headline.degraded. */
function sentences(words: object, place = ""): [string, string][] {
  return Object.entries(words).flatMap(([key, value]) =>
    typeof value === "string" ? [[place + key, value]] : sentences(value, `${place}${key}.`),
  )
}

const names = (pattern: string) => (pattern.match(/\{\w+\}/g) ?? []).toSorted()
const counted = [
  "lastDays",
  "daysAgo",

  "responseTimes",
  "noIncidents",
  "outagesBetween",
] as const

describe.each(languages)("%s", (language) => {
  const words = wordsOf[language]

  test("has all messages, with the placeholders of English", () => {
    const english = new Map(sentences(wordsOf.en))
    const uncounted = sentences(words).filter(
      ([place]) => !counted.some((one) => place.startsWith(`${one}.`)),
    )
    for (const [place, sentence] of uncounted) {
      expect(sentence.trim()).not.toBe("")
      expect({ place, names: names(sentence) }).toEqual({
        place,
        names: names(english.get(place) ?? ""),
      })
    }
  })

  test("has a text for each of its plural forms", () => {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
    for (const one of counted) {
      expect([one, ...Object.keys(words[one]).toSorted()]).toEqual([
        one,
        ...pluralCategories.toSorted(),
      ])
      const wanted = names(wordsOf.en[one].other)
      expect([one, ...names(words[one].other)]).toEqual([one, ...wanted])
    }
  })
})

const received = (language: (typeof languages)[number]) => {
  const { percent, length, day, plural, words } = localeOf(language)
  return [
    percent(99.999),
    percent(100),
    length(7_500_000),
    day(new Date("2026-11-21")),
    plural(words.daysAgo, 3),
  ]
}

test("numbers, durations and days are formatted as in the language", () => {
  expect(received("en")).toEqual(["99.99%", "100%", "2 hrs, 5 mins", "21 Nov 2026", "3 days ago"])
  expect(received("de")).toEqual([
    "99,99\u00a0%",
    "100\u00a0%",
    "2 Std., 5 Min.",
    "21.11.2026",
    "Vor 3 Tagen",
  ])
  expect(received("pl").at(-1)).toBe("3 dni temu")
  expect(localeOf("ar").plural(wordsOf.ar.daysAgo, 2)).toBe("قبل يومين")
  expect(localeOf("en").length(1)).toBe("1 min")
})

test("inserted values are never interpreted as patterns", () => {
  expect(fill("{name}: {length}", { name: "{length}", length: "2 h" })).toBe("{length}: 2 h")
})

test("the most preferred known language is used, whatever else a browser names", () => {
  const cases: [string, string | null][] = [
    ["de-CH, de;q=0.9, en;q=0.8", "de"],
    ["eo, fr;q=0.3, es;q=0.7", "es"],
    ["ja;q=0, tr;q=0.1", "tr"],
    ["iw", "he"],
    ["*", null],
    ["", null],
    ["constructor, __proto__;q=1", null],
    [`${"x,".repeat(5000)}de`, null],
  ]
  for (const [accepted, wanted] of cases) expect(likedBest(accepted)).toBe(wanted)
})

test("a page uses the chosen language first, then the browser's if known, then its own", async () => {
  const { page, projectId, attach } = await makePublicPage(world)
  const { monitor } = await attach("Shop")
  await declareIncident(world.system, { projectId, title: "Fire", monitorId: monitor.id })
  const heading = async (path: string, accepted?: string) => {
    const text = await (await open(path, accepted)).text()
    return /<html lang="(\w+)" dir="(\w+)"/.exec(text)?.slice(1).join(" ")
  }
  expect(await heading(page.slug)).toBe("en ltr")
  expect(await heading(page.slug, "de, en;q=0.5")).toBe("de ltr")
  expect(await heading(`${page.slug}?lang=ar`, "de")).toBe("ar rtl")
  expect(await heading(`${page.slug}?lang=xx`, "fr")).toBe("fr ltr")
  await updateStatusPage(world.system, { id: page.id, language: "he" })
  await soon(() => heading(page.slug)).toBe("he rtl")
  expect(await heading(page.slug, "eo")).toBe("he rtl")
  expect(await heading(page.slug, "en")).toBe("en ltr")
  const response = await open(page.slug, "de")
  expect(response.headers.get("vary")).toBe("Accept-Encoding, Accept-Language")
  const text = await response.text()
  expect(text).toContain(wordsOf.de.happeningNow)
  // Links on a page with a chosen language keep it; others leave it to the browser.
  expect(text).toMatch(/incidents\/[0-9a-f-]{36}"/)
  expect(await (await open(`${page.slug}?lang=de`)).text()).toMatch(
    /incidents\/[0-9a-f-]{36}\?lang=de"/,
  )
  expect(await (await open(`${page.slug}/rss`, "de")).text()).toContain("<language>he</language>")
  await expect(
    updateStatusPage(world.system, { id: page.id, language: "tlh" }),
  ).rejects.toMatchObject({ issues: [{ pointer: "#/language" }] })
})

test("an unknown page responds in the visitor's language", async () => {
  expect(await (await open("never-was", "nl")).text()).toContain(wordsOf.nl.nothingHere)
})

test("a reader switches the language, also to a right-to-left one, and it is kept on other pages", async () => {
  const { page, projectId, attach } = await makePublicPage(world, { name: "Acme Cloud" })
  const { monitor } = await attach("Shop")
  await declareIncident(world.system, { projectId, title: "Fire", monitorId: monitor.id })
  const visitor = await browser.visit(api.address)
  await visitor.page.goto(`/status/${page.slug}`)
  await visitor.page.getByText("Language: English").click()
  await visitor.page.getByRole("link", { name: "العربية" }).click()
  await visitor.page.getByRole("heading", { name: wordsOf.ar.happeningNow }).waitFor()
  await expectAccessible(visitor, "Arabic page")
  // A name in another script keeps its direction within the surrounding text.
  expect(await visitor.page.locator(".affected bdi").allTextContents()).toEqual(["Shop"])
  await visitor.page.getByRole("link", { name: "Fire" }).click()
  await visitor.page.getByRole("heading", { name: wordsOf.ar.updates }).waitFor()
  expect(await visitor.page.evaluate("document.documentElement.dir")).toBe("rtl")
  await expectAccessible(visitor, "Arabic incident page")
  expect(visitor.faults).toEqual([])
})
