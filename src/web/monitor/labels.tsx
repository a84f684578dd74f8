import { MaintenanceBadge } from "./maintenance-badge.tsx"
import { Badge } from "../ui/badge.tsx"

type Label = { id: string; name: string; color: string }
type Flags = { isPaused?: boolean; isMuted: boolean; isInMaintenance?: boolean }

/** The first labels of a monitor; the rest as a number. */
export function Labels({ labels, most = 3 }: { labels: readonly Label[]; most?: number }) {
  if (labels.length === 0) return null
  const rest = labels.slice(most)
  return (
    <span className="labels">
      {labels.slice(0, most).map(({ id, name, color }) => (
        <Badge key={id}>
          <span className="dot" style={{ background: color }} />
          <span className="clip">{name}</span>
        </Badge>
      ))}
      {rest.length > 0 && (
        <Badge title={rest.map(({ name }) => name).join(", ")}>+{rest.length}</Badge>
      )}
    </span>
  )
}

/** Why a monitor pages nobody at the moment. */
export const Flags = ({ isMuted, isInMaintenance = false }: Flags) =>
  (isMuted || isInMaintenance) && (
    <span className="labels" data-flags>
      {isInMaintenance && <MaintenanceBadge />}
      {isMuted && <Badge>Muted</Badge>}
    </span>
  )
