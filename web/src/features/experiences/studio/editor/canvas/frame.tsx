import {
  CANVAS_SIDE_PX,
  getAnchorEdges,
  type LayerBox,
  mirrorFromEdge,
} from "@wrapsody/shared/experiences/placing.ts";
import { type EditorComponent, placeOfPart } from "../state/components.ts";
import { boundsOf, cornerOf, type Guides as GuideLines, offsetsAt, type Point, platesOf } from "./moving.ts";
import { corners } from "./use-dragging.ts";

type FramesProps = Omit<FrameProps, "part"> & {
  /** The selected layers. */
  parts: readonly EditorComponent[];
  /** The selection frame while it is drawn. */
  selectionFrame: LayerBox | undefined;
};

/** Draws above the layers: the frames of the selected ones and the selection frame. */
export function Frames({ parts, selectionFrame, unit, guides, fixed }: FramesProps) {
  const [only, ...others] = parts;
  return (
    <>
      {only === undefined ? null : others.length === 0 ? (
        <Frame part={only} unit={unit} guides={guides} fixed={fixed} />
      ) : (
        <GroupFrame places={parts.map(placeOfPart)} guides={guides} />
      )}
      {selectionFrame === undefined ? null : (
        <svg className="frame" viewBox={`0 0 ${CANVAS_SIDE_PX} ${CANVAS_SIDE_PX}`} aria-hidden="true">
          <Outline place={selectionFrame} kind="marquee" />
        </svg>
      )}
    </>
  );
}

/** The frames of several layers, and a dashed one around them. */
function GroupFrame({ places, guides }: { places: readonly LayerBox[]; guides: GuideLines }) {
  return (
    <svg className="frame" viewBox={`0 0 ${CANVAS_SIDE_PX} ${CANVAS_SIDE_PX}`} aria-hidden="true">
      <Guides guides={guides} />
      {places.map((place, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the frames are all alike
        <Outline key={index} place={place} />
      ))}
      <Outline place={boundsOf(places)} kind="group" />
    </svg>
  );
}

function Outline({ place, kind = "" }: { place: LayerBox; kind?: "" | "group" | "marquee" }) {
  const box = { x: place.left, y: place.top, width: place.width, height: place.height };
  return (
    <>
      <rect className={`under ${kind}`} {...box} />
      <rect className={`over ${kind}`} {...box} />
    </>
  );
}

function Guides({ guides }: { guides: GuideLines }) {
  return (
    <>
      {guides.x === undefined ? null : (
        <Guide from={{ x: guides.x, y: 0 }} to={{ x: guides.x, y: CANVAS_SIDE_PX }} />
      )}
      {guides.y === undefined ? null : (
        <Guide from={{ x: 0, y: guides.y }} to={{ x: CANVAS_SIDE_PX, y: guides.y }} />
      )}
    </>
  );
}

type FrameProps = {
  part: EditorComponent;
  /** Canvas pixels per screen pixel, so that lines are equally thick on every screen. */
  unit: number;
  guides: GuideLines;
  fixed: boolean;
};

/** The frame of the selected layer: edges, the dimensions to its anchor and, unless it is locked, corner handles. */
function Frame({ part, unit, guides, fixed }: FrameProps) {
  const place = placeOfPart(part);
  const anchor = part.draft.anchor_point;
  const from = cornerOf(place, anchor);
  const { offsetX, offsetY } = offsetsAt(anchor, place);
  const edges = getAnchorEdges(anchor);
  const edge = { x: mirrorFromEdge(edges.x, 0, 0), y: mirrorFromEdge(edges.y, 0, 0) };
  const plates = platesOf(from, edge, { x: plateSize(offsetX, unit), y: plateSize(offsetY, unit) });
  return (
    <>
      <svg className="frame" viewBox={`0 0 ${CANVAS_SIDE_PX} ${CANVAS_SIDE_PX}`} aria-hidden="true">
        <Guides guides={guides} />
        <Outline place={place} />
        <Dimension from={{ x: edge.x, y: from.y }} to={from} pixels={offsetX} plate={plates.x} unit={unit} />
        <Dimension from={{ x: from.x, y: edge.y }} to={from} pixels={offsetY} plate={plates.y} unit={unit} />
      </svg>
      {fixed ? null : corners.map((corner) => <Handle key={corner} corner={corner} part={part} />)}
    </>
  );
}

function Handle({ corner, part }: { corner: (typeof corners)[number]; part: EditorComponent }) {
  const { x, y } = cornerOf(placeOfPart(part), corner);
  const at = { left: `${(x / CANVAS_SIDE_PX) * 100}%`, top: `${(y / CANVAS_SIDE_PX) * 100}%` };
  const kind = corner === part.draft.anchor_point ? " at-anchor" : "";
  return <span className={`handle${kind}`} data-corner={corner} style={at} />;
}

function Guide({ from, to }: { from: Point; to: Point }) {
  const ends = { x1: from.x, y1: from.y, x2: to.x, y2: to.y };
  return (
    <>
      <line className="guide-under" {...ends} />
      <line className="guide" {...ends} />
    </>
  );
}

type DimensionProps = { from: Point; to: Point; pixels: number; plate: LayerBox; unit: number };

function Dimension({ from, to, pixels, plate, unit }: DimensionProps) {
  if (pixels === 0) return null;
  const { left, top, width, height } = plate;
  return (
    <g>
      <line className="under" x1={from.x} y1={from.y} x2={to.x} y2={to.y} />
      <line className="over" x1={from.x} y1={from.y} x2={to.x} y2={to.y} />
      <rect className="plate" x={left} y={top} width={width} height={height} />
      <text x={left + width / 2} y={top + height / 2 + 4 * unit} fontSize={11 * unit} textAnchor="middle">
        {pixels}
      </text>
    </g>
  );
}

const plateSize = (pixels: number, unit: number) => ({
  width: (String(pixels).length * 7 + 10) * unit,
  height: 18 * unit,
});
