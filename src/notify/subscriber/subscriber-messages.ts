import type { UpdateKind } from "../../../prisma/generated/enums.ts"
import type { Notice } from "../../channels/notice.ts"
import type { Language } from "../../graphql/status-pages/status-page/rules/page-language.ts"
import { flapWords, stateWords } from "../../pages/status-page/incident-list.ts"
import { fill, localeOf } from "../../pages/status-page/locale.ts"
import { inert, isolated } from "../../platform/shown-text.ts"

/** Text of one event for subscribers of a page. */
export type Words = Omit<Notice, "unsubscribeUrl">

export type Page = {
  name: string
  url: string
  components: string[]
  /** Default language. */
  language: Language
  /** Of the page's project. */
  timeZone: string
}

/** A name in the words of a language. */
const nameIn = (language: Language, name: string): string =>
  isolated(name, localeOf(language).direction)

/** Update kinds with a default text if nobody wrote one. */
const announcedKinds: ReadonlySet<UpdateKind> = new Set(["declared", "reopened", "resolved"])

const affects = ({ components }: Page, language: Language): string[] => {
  const { words, plainList } = localeOf(language)
  return components.length === 0
    ? []
    : [fill(words.affects, { names: plainList(components.map((name) => nameIn(language, name))) })]
}

/** URL on the page in the reader's language. */
const linkTo = ({ url, language: usual }: Page, rest: string, language: Language): string =>
  `${url}${rest}${language === usual ? "" : `?lang=${language}`}`

export type IncidentNews = {
  id: string
  title: string
  isTitleChosen: boolean
  /** What `publicStateOf` returned. */
  state: string
  kind: UpdateKind
  isOver: boolean
  /** Text written for the public; empty if there is none. */
  said: string
  /** True for a first recovery, after which the outage may recur. */
  mayReturn: boolean
  /** For a flap: how often it failed, and when. */
  flap: { outages: number; from: Date; until: Date } | null
}

/** Generated titles contain the internal monitor name; the page shows the component name instead. */
function titleOf({ title, isTitleChosen }: IncidentNews, page: Page, language: Language): string {
  const [component] = page.components
  return isTitleChosen || component === undefined
    ? nameIn(language, title)
    : fill(localeOf(language).words.isDown, { name: nameIn(language, component) })
}

/** Title for the current state, so a resolved incident is not announced as "is down". */
function standingOf(news: IncidentNews, page: Page, language: Language): string {
  const { words } = localeOf(language)
  const { kind, isOver, state, isTitleChosen } = news
  const [component] = page.components
  const title = titleOf(news, page, language)
  if (kind === "declared") return title
  if (isTitleChosen || component === undefined)
    return `${title} · ${nameIn(language, stateWords(state, words))}`
  const isResolved = kind === "resolved" || (isOver && kind !== "reopened")
  const pattern = isResolved ? words.hasRecovered : kind === "reopened" ? words.isDownAgain : null
  return pattern === null ? title : fill(pattern, { name: nameIn(language, component) })
}

const subjectOf = (messages: string, { name }: Page, language: Language): string =>
  `${messages} · ${nameIn(language, name)}`

export function incidentWords(news: IncidentNews, page: Page, language: Language): Words {
  const locale = localeOf(language, page.timeZone)
  const { words } = locale
  const { now, seeIncident, hearAgain } = words.news
  const isAnnounced = news.said === "" && announcedKinds.has(news.kind)
  const said = isAnnounced ? words.update[news.kind] : news.said
  return {
    subject: subjectOf(standingOf(news, page, language), page, language),
    paragraphs: [
      ...(said === "" ? [] : [inert(said)]),
      ...(news.flap === null ? [] : [flapWords(news.flap, locale)]),
      ...(news.mayReturn ? [hearAgain] : []),
      fill(now, { state: nameIn(language, stateWords(news.state, words)) }),
      ...affects(page, language),
    ],
    link: { label: seeIncident, url: linkTo(page, `/incidents/${news.id}`, language) },
  }
}

export function postmortemWords(news: IncidentNews, page: Page, language: Language): Words {
  const title = titleOf(news, page, language)
  return {
    ...incidentWords(news, page, language),
    subject: subjectOf(fill(localeOf(language).words.news.whatHappened, { title }), page, language),
    paragraphs: [localeOf(language).words.update.postmortem, ...affects(page, language)],
  }
}

export type MaintenanceNews = {
  event: "maintenance.reminded" | "maintenance.started" | "maintenance.ended"
  title: string
  description: string
  state: string
  startsAt: Date
  endsAt: Date
}

export function maintenanceWords(news: MaintenanceNews, page: Page, language: Language): Words {
  const { event, title, state, startsAt, endsAt } = news
  const description = inert(news.description)
  const { words, moment } = localeOf(language, page.timeZone)
  const messages = localeOf(language).words.news
  const times = { from: moment(startsAt), to: moment(endsAt) }
  const [head, lines] =
    event === "maintenance.reminded"
      ? [messages.ahead, [fill(messages.fromTo, times), description]]
      : event === "maintenance.started"
        ? [messages.begun, [fill(messages.until, times), description]]
        : state === "cancelled"
          ? [messages.calledOff, [fill(messages.wasPlanned, times)]]
          : [messages.over, [fill(messages.began, times)]]
  return {
    subject: subjectOf(fill(head, { title: nameIn(language, title) }), page, language),
    paragraphs: [...lines.filter((one) => one !== ""), ...affects(page, language)],
    link: { label: words.openPage, url: linkTo(page, "", language) },
  }
}
