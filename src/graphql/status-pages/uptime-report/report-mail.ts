import type { Notice } from "../../../channels/notice.ts"
import type { MessageWords } from "../../../channels/words/english.ts"
import { excludedMsOf, percentOf, uncorrected } from "../../monitoring/check/rules/uptime-times.ts"
import { zoneOf } from "../../on-call/rules/time-zone.ts"
import type { UptimeReport } from "./read-report.ts"
import { durationInMail, shareInMail } from "./rules/report-figures.ts"
import { monthWindow } from "./rules/report-month.ts"

/** Rows of a mail; the page has all. */
const rowsMailed = 25

/** The mail of a report, with its main table. */
export function reportMail(
  report: UptimeReport,
  words: MessageWords,
  url: string,
): Omit<Notice, "unsubscribeUrl"> {
  const { uptimeReport: own, locale } = words
  const { projectName, month, timeZone, scopeName, total, rows, monitorCount } = report
  const { from } = monthWindow(month, zoneOf(timeZone))
  const named = new Intl.DateTimeFormat(locale, { month: "long", year: "numeric", timeZone })
  const when = named.format(from)
  const scope = scopeName ?? projectName
  const figure = shareInMail(total.percent, locale, 3)
  const coverage = shareInMail(total.coverage * 100, locale, 1)
  const excluded = excludedMsOf(total.times)
  const rest = monitorCount - Math.min(rows.length, rowsMailed)
  return {
    subject: own.subject(scope, when),
    paragraphs: [
      total.percent === null ? own.noData : own.summary(figure, coverage),
      own.counts(monitorCount, report.incidentCount),
      ...(excluded === 0
        ? []
        : [
            own.corrected(
              durationInMail(excluded),
              shareInMail(percentOf(uncorrected(total.times)), locale, 3),
            ),
          ]),
    ],
    table: {
      columns: [own.monitor, own.uptime, own.coverage, own.downtime, own.incidents],
      rows: rows
        .slice(0, rowsMailed)
        .map(({ name, uptime, incidentCount }) => [
          name,
          `${shareInMail(uptime.percent, locale, 3)}${excludedMsOf(uptime.times) > 0 ? " *" : ""}`,
          shareInMail(uptime.coverage * 100, locale, 1),
          durationInMail(uptime.times.offline),
          incidentCount === 0 ? "–" : String(incidentCount),
        ]),
      note: rest > 0 ? words.andMore(rest) : null,
    },
    link: { label: own.link, url },
  }
}
