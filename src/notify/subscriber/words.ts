import type { UpdateKind } from "../../../prisma/generated/enums.ts"
import type { Notice } from "../../graphql/delivery/notice.ts"
import type { Language } from "../../graphql/status-page/language.ts"
import { stateWords } from "../../pages/status-page/incidents.ts"
import { fill, speechOf } from "../../pages/status-page/speech.ts"
import { inertLine } from "../../pages/xml.ts"
import { newsWords } from "./news-words.ts"

/** What subscribers read of one event, on one page. */
export type Words = Omit<Notice, "unsubscribeUrl">

export type Page = {
  name: string
  url: string
  components: string[]
  /** What it speaks to whoever asks for no language. */
  language: Language
}

/** An update of these kinds is told in the page's own words where nobody wrote any. */
const toldKinds: ReadonlySet<UpdateKind> = new Set(["declared", "reopened", "resolved"])

const affects = ({ components }: Page, language: Language): string[] => {
  const { words, plainList } = speechOf(language)
  return components.length === 0
    ? []
    : [fill(words.affects, { names: plainList(components.map(inertLine)) })]
}

/** A place of the page in its reader's language. */
const linkTo = ({ url, language: usual }: Page, rest: string, language: Language): string =>
  `${url}${rest}${language === usual ? "" : `?lang=${language}`}`

export type IncidentNews = {
  id: string
  title: string
  isTitleChosen: boolean
  state: string
  kind: UpdateKind
  /** What a person wrote for the public; empty where the kind says it all. */
  said: string
}

/** The machine's title holds the team's name of a monitor, so the page's own stands in its place. */
function titleOf({ title, isTitleChosen }: IncidentNews, page: Page, language: Language): string {
  const [component] = page.components
  return isTitleChosen || component === undefined
    ? inertLine(title)
    : fill(speechOf(language).words.isDown, { name: inertLine(component) })
}

const subjectOf = (told: string, { name }: Page): string => `${told} · ${inertLine(name)}`

export function incidentWords(news: IncidentNews, page: Page, language: Language): Words {
  const { words } = speechOf(language)
  const { now, seeIncident } = newsWords[language]
  const isTold = news.said === "" && toldKinds.has(news.kind)
  const said = isTold ? words.update[news.kind] : news.said
  return {
    subject: subjectOf(titleOf(news, page, language), page),
    paragraphs: [
      ...(said === "" ? [] : [said]),
      fill(now, { state: stateWords(news.state, words) }),
      ...affects(page, language),
    ],
    link: { label: seeIncident, url: linkTo(page, `/incidents/${news.id}`, language) },
  }
}

export function postmortemWords(news: IncidentNews, page: Page, language: Language): Words {
  const title = titleOf(news, page, language)
  return {
    ...incidentWords(news, page, language),
    subject: subjectOf(fill(newsWords[language].whatHappened, { title }), page),
    paragraphs: [speechOf(language).words.update.postmortem, ...affects(page, language)],
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
  const { event, title, description, state, startsAt, endsAt } = news
  const { words, moment } = speechOf(language)
  const told = newsWords[language]
  const times = { from: moment(startsAt), to: moment(endsAt) }
  const [head, lines] =
    event === "maintenance.reminded"
      ? [told.ahead, [fill(told.fromTo, times), description]]
      : event === "maintenance.started"
        ? [told.begun, [fill(told.until, times), description]]
        : state === "cancelled"
          ? [told.calledOff, [fill(told.wasPlanned, times)]]
          : [told.over, [fill(told.began, times)]]
  return {
    subject: subjectOf(fill(head, { title: inertLine(title) }), page),
    paragraphs: [...lines.filter((one) => one !== ""), ...affects(page, language)],
    link: { label: words.openPage, url: linkTo(page, "", language) },
  }
}
