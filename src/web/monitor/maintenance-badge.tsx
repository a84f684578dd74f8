import { Badge } from "../ui/badge.tsx"

/** In rows, beside the name of a monitor. */
export const MaintenanceBadge = () => <Badge tone="maintenance">Maintenance</Badge>
