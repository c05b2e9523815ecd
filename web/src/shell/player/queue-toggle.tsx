import ListMusic from "lucide-react/icons/list-music";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLazyModule } from "../../lib/lazy-module.ts";
import { loadQueue } from "./continued-playback.ts";

/** Loads the panel with its texts. */
async function loadQueuePanel() {
  const { QueuePanel, loadTexts } = await import("./queue/queue-panel.tsx");
  await Promise.all([loadTexts(), loadQueue({ isEmbedded: false })]);
  return QueuePanel;
}

/** Opens and closes the queue, which is a chunk of its own. */
export function QueueToggle() {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { part: QueuePanel, failed, retry } = useLazyModule("queue", loadQueuePanel, isOpen);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className="sq queue-toggle"
        aria-label={t("shell.player.queue")}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <ListMusic className="i" aria-hidden="true" />
      </button>
      {isOpen && QueuePanel !== undefined ? <QueuePanel onClose={close} /> : null}
      {isOpen && failed ? (
        <div className="fails" role="alert">
          <span>{t("errors.part")}</span>
          <button type="button" className="btn s" onClick={retry}>
            {t("ui.retry")}
          </button>
        </div>
      ) : null}
    </>
  );
}
