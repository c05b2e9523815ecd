import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import "./editor-skeleton.css";

/** The bar and the panes of the editor while its components load. */
export function EditorSkeleton({ children }: { children?: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className="editor loading" role="status">
      <span className="vh">{t("ui.loading")}</span>
      {children}
      <div className="ed-bar">
        <div className="ed-name">
          <p className="head skeleton-title" />
          <p className="small">{"\u00a0"}</p>
        </div>
      </div>
      <div className="ed">
        <div className="slots skeleton-pane">
          <span className="pane-h" />
        </div>
        <div className="stage">
          <span className="pane-h" />
          <div className="stage-in">
            <div className="rulers">
              <span className="skeleton-canvas" />
            </div>
          </div>
        </div>
        <div className="insp skeleton-pane">
          <span className="pane-h" />
        </div>
        <div className="simulation skeleton-pane">
          <span className="pane-h" />
        </div>
      </div>
    </div>
  );
}
