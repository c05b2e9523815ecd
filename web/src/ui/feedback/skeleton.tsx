import { useTranslation } from "react-i18next";

const shapes = { squares: 8, square: 1, form: 6, figures: 4 } as const;
export type SkeletonShape = keyof typeof shapes;

/** A placeholder in the shape and size of what follows: squares of a grid with their captions, one large square, fields of a form, or figures above a chart. */
export function Skeleton({ shape, count = shapes[shape] }: { shape: SkeletonShape; count?: number }) {
  const { t } = useTranslation();
  return (
    <div className={`loading skeleton-${shape}`} role="status">
      <span className="vh">{t("ui.loading")}</span>
      {Array.from({ length: count }, (_, part) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts are all alike and never move
        <span key={part} className="skeleton-part" />
      ))}
    </div>
  );
}

/** The head of a page whose content is loading, with room for a line below its title. A title that only the content knows is a block. */
export function SkeletonHead({ title }: { title?: string | undefined }) {
  return (
    <header className="page-h">
      <div>
        {title === undefined ? <p className="title skeleton-title" /> : <h1 className="title">{title}</h1>}
        <p className="small">{"\u00a0"}</p>
      </div>
    </header>
  );
}
