import type { DeviceSession } from "@wrapsody/shared/accounts/account-settings.ts";
import { useTranslation } from "react-i18next";
import { daysAgo, formatDay, formatTime } from "../../../ui/format/local-time.ts";

type DeviceRowProps = {
  device: DeviceSession;
  /** The sign-out is pending. */
  leaving: boolean;
  signOut(device: DeviceSession): void;
};

export function DeviceRow({ device, leaving, signOut }: DeviceRowProps) {
  const { t, i18n } = useTranslation();
  const name = useDeviceName()(device);
  const used = useFormatLastUse(device.last_used_at);
  return (
    <li className="device">
      <p className="b">{name}</p>
      <p className="small dim device-facts">
        <span className="code-l">{device.network}</span>
        <span>{t("accounts.settings.devices.used", { when: used })}</span>
        <span>
          {t("accounts.settings.devices.since", { day: formatDay(device.created_at, i18n.language) })}
        </span>
      </p>
      {device.current ? (
        <p className="state on small">{t("accounts.settings.devices.current")}</p>
      ) : (
        <button
          type="button"
          className="btn s"
          aria-label={t("accounts.settings.devices.signOutNamed", { name })}
          aria-disabled={leaving || undefined}
          onClick={() => signOut(device)}
        >
          {t("accounts.settings.devices.signOut")}
        </button>
      )}
    </li>
  );
}

/** Returns a function that formats the browser and system of a device. */
export function useDeviceName(): (device: Pick<DeviceSession, "browser" | "system">) => string {
  const { t } = useTranslation();
  return ({ browser, system }) => {
    if (browser !== null && system !== null) return t("accounts.settings.devices.name", { browser, system });
    return browser ?? system ?? t("accounts.settings.devices.unknown");
  };
}

/** Formats a time as `today, 14:05`, or as `3 Oct 2026, 14:05` before yesterday. */
function useFormatLastUse(iso: string): string {
  const { t, i18n } = useTranslation();
  const ago = daysAgo(iso, new Date().toISOString());
  const day =
    ago === 0
      ? t("accounts.settings.today")
      : ago === 1
        ? t("accounts.settings.yesterday")
        : formatDay(iso, i18n.language);
  return `${day}, ${formatTime(iso)}`;
}
