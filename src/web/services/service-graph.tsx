import { Link } from "@tanstack/react-router"
import { useMemo, useState } from "react"
import { useProject } from "../project/project-context.ts"
import { writeRange, type Range } from "../ui/range.ts"
import { millisecondsInWords } from "../ui/time.tsx"
import { errorLevel, rateInWords, shareInWords } from "./figures.ts"
import { layoutMap, nodeHeight, nodeWidth, type PlacedNode } from "./map-layout.ts"
import type { MapEdge, MapService } from "./services-documents.ts"
import "./service-graph.css"

type Props = {
  services: readonly MapService[]
  edges: readonly MapEdge[]
  seconds: number
  range: Range
}

const margin = 16
const words: Record<MapEdge["kind"], string> = {
  SERVICE: "",
  DATABASE: "Database",
  MESSAGING: "Queue",
  EXTERNAL: "External",
}

/** Services from left to right, callers before what they call. Pointing at one shows its calls alone. */
export function ServiceGraph({ services, edges, seconds, range }: Props) {
  const { pages } = useProject()
  const [near, setNear] = useState<string | null>(null)
  const { nodes, width, height } = useMemo(
    () =>
      layoutMap(
        services.map(({ name }) => name),
        edges,
      ),
    [services, edges],
  )
  const placed = new Map(nodes.map((node) => [node.name, node]))
  const figures = new Map(services.map((service) => [service.name, service]))
  const most = Math.max(1, ...edges.map(({ calls }) => calls))
  const isFar = ({ source, target }: MapEdge) => near !== null && source !== near && target !== near
  const isNear = (name: string) =>
    near === null ||
    name === near ||
    edges.some((edge) => !isFar(edge) && (edge.source === name || edge.target === name))
  return (
    <div className="map" style={{ width: width + 2 * margin, height: height + 2 * margin }}>
      <svg width={width + 2 * margin} height={height + 2 * margin} aria-hidden="true">
        <defs>
          <marker
            id="map-arrow"
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerUnits="userSpaceOnUse"
            markerWidth="10"
            markerHeight="10"
            orient="auto"
          >
            <path d="M0 0 8 4 0 8z" />
          </marker>
        </defs>
        <g transform={`translate(${margin} ${margin})`}>
          {edges.map((edge) => {
            const source = placed.get(edge.source)
            const target = placed.get(edge.target)
            if (source === undefined || target === undefined) return null
            return (
              <path
                key={`${edge.source} ${edge.target} ${edge.kind}`}
                className="map-edge"
                data-level={errorLevel(edge.errors, edge.calls)}
                data-far={isFar(edge) || undefined}
                d={pathOf(source, target)}
                strokeWidth={1 + 2.5 * Math.sqrt(edge.calls / most)}
                markerEnd="url(#map-arrow)"
              >
                <title>
                  {`${edge.source} → ${edge.target}: ${rateInWords(edge.calls, seconds)}, ${shareInWords(edge.errors, edge.calls)} errors, p95 ${millisecondsInWords(edge.p95Ms)}`}
                </title>
              </path>
            )
          })}
        </g>
      </svg>
      {nodes.map((node) => {
        const service = figures.get(node.name)
        const incoming = edges.filter(({ target }) => target === node.name)
        const calls = service?.calls ?? incoming.reduce((sum, one) => sum + one.calls, 0)
        const errors = service?.errors ?? incoming.reduce((sum, one) => sum + one.errors, 0)
        const level = errorLevel(errors, calls)
        const content = (
          <>
            <span className="map-name clip">{node.name}</span>
            <span className="map-figures">
              {words[node.kind] !== "" && <span>{words[node.kind]}</span>}
              <span>{rateInWords(calls, seconds)}</span>
              {errors > 0 && <span data-level={level}>{shareInWords(errors, calls)} err</span>}
              {service !== undefined && errors === 0 && (
                <span>{millisecondsInWords(service.p95Ms)}</span>
              )}
            </span>
          </>
        )
        const shared = {
          className: "map-node",
          "data-kind": node.kind,
          "data-level": level,
          "data-far": isNear(node.name) ? undefined : true,
          style: {
            left: node.x + margin,
            top: node.y + margin,
            width: nodeWidth,
            height: nodeHeight,
          },
          onPointerEnter: () => setNear(node.name),
          onPointerLeave: () => setNear(null),
        }
        return service === undefined ? (
          <div key={node.name} {...shared}>
            {content}
          </div>
        ) : (
          <Link
            key={node.name}
            {...shared}
            {...pages.service(node.name)}
            search={writeRange(range)}
            onFocus={() => setNear(node.name)}
            onBlur={() => setNear(null)}
          >
            {content}
          </Link>
        )
      })}
    </div>
  )
}

function pathOf(source: PlacedNode, target: PlacedNode): string {
  const isForward = target.x > source.x
  const x1 = source.x + (isForward ? nodeWidth : 0)
  const x2 = target.x + (isForward ? -2 : nodeWidth + 2)
  const y1 = source.y + nodeHeight / 2
  const y2 = target.y + nodeHeight / 2
  const bend = Math.max(40, Math.abs(x2 - x1) / 2) * (isForward ? 1 : -1)
  return `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`
}
