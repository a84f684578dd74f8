import type { MonitorStatus, UpdateKind } from "../../../../prisma/generated/enums.ts"
import type { DayMark } from "../../../graphql/status-page/day.ts"
import type { Headline } from "../../../graphql/status-page/headline.ts"

/** A sentence for each way in which its language counts (CLDR, plural rules); {count} is the number. */
export type Plural = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>

/** Everything that a page says of itself. A name in braces stands for what is put there. */
export type Words = {
  /** What the language calls itself. */
  name: string
  headline: Record<Headline, string>
  operationalAsFarAsSeen: string
  status: Record<MonitorStatus, string>
  underMaintenance: string
  mark: Record<DayMark, string>
  /** For an update that nobody wrote words for. */
  update: Record<UpdateKind, string>
  /** The states that every project has. */
  state: Record<"identified" | "acknowledged" | "resolved", string>
  isDown: string
  downFor: string
  partSeen: string
  uptime: string
  uptimeUnknown: string
  lastDays: Plural
  daysAgo: Plural
  today: string
  daysWithTrouble: Plural
  dayByDay: string
  responseTime: string
  responseTimes: Plural
  nothingShown: string
  happeningNow: string
  maintenance: string
  components: string
  others: string
  pastIncidents: string
  noIncidents: Plural
  affects: string
  since: string
  running: string
  planned: string
  overAfter: string
  withPostmortem: string
  postmortem: string
  updates: string
  asOf: string
  /** Said while the page brings itself up to date. */
  live: string
  lineLost: string
  stateOf: string
  history: string
  noIncidentsIn: string
  earlier: string
  later: string
  subscribe: string
  calendar: string
  badge: string
  timesInUtc: string
  language: string
  incidents: string
  incidentsOf: string
  maintenanceOf: string
  nothingHere: string
  lookAgain: string
  privatePage: string
  password: string
  /** Said at a door. */
  forMembers: string
  comeIn: string
  wrongPassword: string
  tooManyTries: string
  emailAddress: string
  sendLink: string
  linkSent: string
  oldLink: string
  linkSubject: string
  linkAbout: string
  openPage: string
}
