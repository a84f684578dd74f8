import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { densities, setDensity, useDensity } from "../layout/density.ts"
import { setTheme, themes, themeWord, useTheme } from "../layout/theme.ts"
import { Part } from "../settings/part.tsx"
import { hourClock } from "../ui/hour-clock.ts"
import { PageHead } from "../ui/page-head.tsx"
import { Segments } from "../ui/segments.tsx"
import { ClockTime, DayAndTime } from "../ui/time.tsx"
import { viewerZone } from "../ui/zone.ts"

const densityWord = { comfortable: "Comfortable", dense: "Dense" } as const
const now = new Date().toISOString()

/** Choices of this browser. */
export function AppearancePage(): ReactNode {
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
        text={
          <>
            Times are shown in {viewerZone()}; hover a time to see it in UTC. You choose the zone in
            your <Link to="/account">profile</Link>, for every browser.
          </>
        }
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
