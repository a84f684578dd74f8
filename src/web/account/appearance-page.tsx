import type { ReactNode } from "react"
import { densities, setDensity, useDensity } from "../layout/density.ts"
import { setTheme, themes, themeWord, useTheme } from "../layout/theme.ts"
import { Part } from "../settings/part.tsx"
import { hourClock } from "../ui/hour-clock.ts"
import { PageHead } from "../ui/page-head.tsx"
import { Segments } from "../ui/segments.tsx"
import { ClockTime, DayAndTime } from "../ui/time.tsx"

const densityWord = { comfortable: "Comfortable", dense: "Dense" } as const
const now = new Date().toISOString()

/** Choices of this browser. */
export function AppearancePage(): ReactNode {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return (
    <>
      <PageHead title="Appearance" sub="These choices apply to this browser only." />
      <Part
        title="Theme"
        text="System follows your device."
        side={
          <Segments
            label="Theme"
            value={useTheme()}
            options={themes.map((value) => ({ value, label: themeWord[value] }))}
            onChange={setTheme}
          />
        }
      />
      <Part
        title="Clock"
        text={
          <>
            It is <ClockTime at={now} />, <DayAndTime at={now} />.
          </>
        }
        side={
          <Segments
            label="Clock"
            value={hourClock.use()}
            options={[
              { value: "system", label: "System" },
              { value: "24", label: "24 h" },
              { value: "12", label: "12 h" },
            ]}
            onChange={hourClock.set}
          />
        }
      />
      <Part
        title="Time zone"
        text="Times are shown in the time zone of this device; hover a time to see it in full."
        side={<span>{timeZone.replaceAll("_", " ")}</span>}
      />
      <Part
        title="Density"
        text="The height of rows in lists."
        side={
          <Segments
            label="Density"
            value={useDensity()}
            options={densities.map((value) => ({ value, label: densityWord[value] }))}
            onChange={setDensity}
          />
        }
      />
    </>
  )
}
