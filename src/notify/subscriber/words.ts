import type { UpdateKind } from "../../../prisma/generated/enums.ts"
import { outageTitle } from "../../graphql/incident/title.ts"

/** What subscribers read of one event, on one page. */
export type Words = { subject: string; paragraphs: string[]; link: { label: string; url: string } }

type Page = { name: string; url: string; components: string[] }

const updateWords: Partial<Record<UpdateKind, string>> = {
  declared: "We see that something is wrong.",
  reopened: "It is happening again.",
  resolved: "It is over.",
}

const affects = ({ components }: Page): string[] =>
  components.length === 0 ? [] : [`Affects ${components.join(", ")}.`]

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
export function incidentWords(news: IncidentNews, page: Page): Words {
  const [component] = page.components
  const title =
    news.isTitleChosen || component === undefined ? news.title : outageTitle("offline", component)
  const said = news.said === "" ? updateWords[news.kind] : news.said
  return {
    subject: `${title} · ${page.name}`,
    paragraphs: [...(said === undefined ? [] : [said]), `Now: ${news.state}.`, ...affects(page)],
    link: { label: "See the incident", url: `${page.url}/incidents/${news.id}` },
  }
}

export const postmortemWords = (news: IncidentNews, page: Page): Words => ({
  ...incidentWords(news, page),
  subject: `What happened: ${incidentWords(news, page).subject}`,
  paragraphs: ["We wrote down what happened and why.", ...affects(page)],
})

const moments = new Intl.DateTimeFormat("en-GB", {
  timeZone: "UTC",
  dateStyle: "medium",
  timeStyle: "short",
})
const moment = (date: Date): string => `${moments.format(date)} UTC`

export type MaintenanceNews = {
  event: "maintenance.reminded" | "maintenance.started" | "maintenance.ended"
  title: string
  description: string
  state: string
  startsAt: Date
  endsAt: Date
}

export function maintenanceWords(news: MaintenanceNews, page: Page): Words {
  const { event, title, description, state, startsAt, endsAt } = news
  const span = `From ${moment(startsAt)} to ${moment(endsAt)}.`
  const [head, told] =
    event === "maintenance.reminded"
      ? ["Maintenance ahead", [span, description]]
      : event === "maintenance.started"
        ? ["Maintenance has begun", [`Until ${moment(endsAt)}.`, description]]
        : state === "cancelled"
          ? ["Maintenance called off", [`It was planned from ${moment(startsAt)}.`]]
          : ["Maintenance is over", [`It began at ${moment(startsAt)}.`]]
  return {
    subject: `${head}: ${title} · ${page.name}`,
    paragraphs: [...told.filter((one) => one !== ""), ...affects(page)],
    link: { label: "See the page", url: page.url },
  }
}
