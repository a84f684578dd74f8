import { wordsOf } from "../../../src/pages/status-page/locale.ts"
import { expect, test } from "vitest"
import { resolveIncident } from "../../../src/graphql/incidents/incident/change-state.ts"
import { declareIncident } from "../../../src/graphql/incidents/incident/declare-incident.ts"
import { languages } from "../../../src/graphql/status-pages/status-page/rules/page-language.ts"
import { updateStatusPage } from "../../../src/graphql/status-pages/status-page/update-status-page.ts"
import {
  changeSubscription,
  confirmSubscription,
} from "../../../src/graphql/status-pages/subscriber/subscription-by-link.ts"
import {
  confirmUrl,
  manageUrl,
} from "../../../src/graphql/status-pages/subscriber/subscription-link.ts"
import { subscribe } from "../../../src/graphql/status-pages/subscriber/subscribe-to-page.ts"
import type { Message } from "../../../src/channels/message.ts"
import { letterOf } from "../../../src/channels/mail/mail-layout.ts"
import { markupOf } from "../../../src/channels/mail/mail-markup.ts"
import { textOf } from "../../../src/channels/mail/mail-text.ts"
import { maintenanceWords } from "../../../src/notify/subscriber/subscriber-messages.ts"
import { arrived, lanesOf, startProviders } from "../../support/queue.ts"
import { makePublicPage } from "../../support/status-page.ts"
import { testEnv, useWorld } from "../../support/world.ts"
import { fanOutDue } from "../../support/events.ts"

const mail = { SMTP_URL: "smtp://127.0.0.1:1", MAIL_FROM: "Acme <status@example.com>" }
const world = useWorld({ ...testEnv, ...mail })
const tokenOf = (url: string) => url.split("/").at(-1) ?? ""

/** A page whose subscribers' mails are recorded, newest last. */
async function makeScene() {
  const made = await makePublicPage(world, { name: "Acme" })
  const shop = await made.attach("Shop")
  const queues = lanesOf(world)
  const { channels, got } = startProviders({ email: () => arrived() })
  const { services } = world
  const rows = services.database.prisma.statusPageSubscriber
  return {
    ...made,
    shop,
    ask: (address: string, language?: (typeof languages)[number]) =>
      subscribe(services, {
        pageId: made.page.id,
        kind: "email",
        address,
        ...(language && { language }),
      }),
    newest: () =>
      rows.findFirstOrThrow({ where: { pageId: made.page.id }, orderBy: { id: "desc" } }),
    async newMessages(): Promise<Extract<Message, { kind: "notice" }>[]> {
      while ((await fanOutDue(services)) > 0);
      await queues.sendDue("notice", channels)
      return got.splice(0).flatMap(({ message }) => (message.kind === "notice" ? [message] : []))
    },
  }
}

test("a subscriber is mailed in the language of the form, from confirmation to unsubscription", async () => {
  const scene = await makeScene()
  const { services } = world
  await scene.ask("ada@example.com", "de")
  const { id } = await scene.newest()
  const [question] = await scene.newMessages()
  expect(question).toMatchObject({
    subject: "Bitte bestätigen: Neues von Acme",
    link: { label: "Bestätigen" },
    wording: { language: "de", direction: "ltr", standing: "Acme" },
  })
  await confirmSubscription(services, tokenOf(confirmUrl(services, id)))
  const incident = await declareIncident(world.system, {
    projectId: scene.projectId,
    title: "Feuer",
    monitors: [{ monitorId: scene.shop.monitor.id, status: "offline" }],
  })
  const [declared] = await scene.newMessages()
  expect(declared).toMatchObject({
    subject: "Feuer · Acme",
    paragraphs: [
      "Wir sehen, dass etwas nicht stimmt.",
      "Stand: Wird untersucht.",
      expect.stringContaining("Shop"),
    ],
    link: {
      label: "Zum Vorfall",
      url: expect.stringMatching(`/incidents/${incident.id}\\?lang=de$`),
    },
    wording: { footer: "Sie erhalten dies, weil Sie Acme abonniert haben." },
  })
  if (declared === undefined) throw new Error("nothing was sent")
  const letter = letterOf(declared)
  expect(markupOf(letter)).toContain('<html lang="de" dir="ltr">')
  expect(markupOf(letter)).toMatch(/>Abbestellen<\/a\s*>/)
  expect(textOf(letter)).toContain("Abbestellen: http")
  expect(markupOf(letter) + textOf(letter)).not.toMatch(/Unsubscribe|Watchkeeper/)

  // The language can be changed only by the subscriber's own link after confirmation.
  await scene.ask("ada@example.com", "fr")
  expect(await scene.newest()).toMatchObject({ id, language: "de" })
  const choice = { resourceIds: [], language: "ar" as const }
  await changeSubscription(services, tokenOf(manageUrl(services, id)), choice)
  await resolveIncident(world.system, incident.id)
  const [resolved] = await scene.newMessages()
  if (resolved === undefined) throw new Error("nothing was sent")
  expect(markupOf(letterOf(resolved))).toContain('<html lang="ar" dir="rtl">')
})

test("each subscriber is notified in their language, or in the page's if they chose none", async () => {
  const scene = await makeScene()
  const { services } = world
  await updateStatusPage(world.system, { id: scene.page.id, language: "nl" })
  for (const language of [...languages, undefined]) {
    await scene.ask(`${language ?? "none"}@example.com`, language)
  }
  const asked = (await scene.newMessages()).map(({ subject }) => subject)
  expect(new Set(asked).size).toBe(languages.length)
  await services.database.prisma.statusPageSubscriber.updateMany({
    where: { pageId: scene.page.id },
    data: { confirmedAt: new Date() },
  })
  await declareIncident(world.system, {
    projectId: scene.projectId,
    title: "Fire",
    monitors: [{ monitorId: scene.shop.monitor.id, status: "offline" }],
  })
  const newMessages = await scene.newMessages()
  const spoken = Map.groupBy(newMessages, ({ wording }) => wording?.language)
  expect(spoken.get("nl")).toHaveLength(2)
  expect(newMessages).toHaveLength(languages.length + 1)
  expect(new Set(newMessages.map(({ paragraphs }) => paragraphs.join())).size).toBe(
    languages.length,
  )
})

const namesIn = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).toSorted()

test("every language has all messages with their placeholders", () => {
  for (const language of languages) {
    for (const [key, english] of Object.entries(wordsOf.en.news)) {
      const said = wordsOf[language].news[key as keyof typeof wordsOf.en.news]
      expect({ language, key, names: namesIn(said) }).toEqual({
        language,
        key,
        names: namesIn(english),
      })
    }
  }
})

test("a maintenance is announced with times in the format of the language", () => {
  const news = {
    title: "New\u202e\ndisks",
    description: "",
    state: "scheduled",
    startsAt: new Date("2026-11-23T02:00:00Z"),
    endsAt: new Date("2026-11-23T04:00:00Z"),
  }
  const page = {
    name: "Acme",
    url: "https://watch.example/status/acme",
    components: ["Mail"],
    language: "en" as const,
    timeZone: "UTC",
  }
  const subjects = (event: "maintenance.reminded" | "maintenance.started" | "maintenance.ended") =>
    maintenanceWords({ ...news, event }, page, "de")
  expect(subjects("maintenance.reminded")).toMatchObject({
    subject: "Wartung geplant: New disks · Acme",
    paragraphs: ["Von 23.11.2026, 02:00 UTC bis 23.11.2026, 04:00 UTC.", "Betrifft Mail"],
    link: { url: "https://watch.example/status/acme?lang=de" },
  })
  expect(subjects("maintenance.ended").subject).toBe("Wartung beendet: New disks · Acme")
})
