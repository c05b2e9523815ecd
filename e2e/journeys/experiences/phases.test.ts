import type { Page } from "playwright-core";
import { beforeAll, describe, test } from "vitest";
import { sql } from "../../../server/src/platform/database/database.ts";
import { phone } from "../../harness/chromium.ts";
import { expect } from "../../harness/expect.ts";
import { createExperience, type Experience } from "../../harness/experiences.ts";
import { main } from "../../harness/locators.ts";
import { visitAs } from "../../harness/logged-in-visit.ts";
import { callApi, createPerson } from "../../harness/people.ts";
import type { Publisher } from "../../harness/publisher.ts";
import { openSharedProgram } from "../../harness/test-program.ts";
import { backgroundTimeout, measureOverflow } from "../../harness/visit.ts";

const program = openSharedProgram();
let publisher: Publisher;
let experience: Experience;
beforeAll(async () => {
  ({ publisher, experience } = await createExperience(program));
});

const button = (page: Page, name: string) => main(page).getByRole("button", { name, exact: true });

/** Replaces the phases of the experience. */
const putPhases = (phases: readonly object[]) =>
  callApi(
    program.url,
    "PUT",
    `drop/${experience.id}/phases`,
    { time_zone: "Europe/Madrid", phases },
    publisher.token,
  );

describe("the phases of an experience", () => {
  test("are set by its publisher", async () => {
    await putPhases([]);
    const { page, open, follow } = await visitAs(publisher, { url: program.url, allowed: [/400/] });
    await open(`/my/experiences/${experience.id}?tab=access`);
    const section = main(page).getByRole("form", { name: "Phases" });
    await button(page, "Add a phase").click();
    await button(page, "Add a phase").click();
    const phase = (number: number) => section.getByRole("group", { name: `Phase ${number}` });
    await section.getByLabel("Time zone").selectOption("Europe/Madrid");
    const year = new Date().getUTCFullYear() + 1;
    await phase(1).getByLabel("Name").fill("Early access");
    await phase(1).getByLabel("Start").fill(`${year}-06-04T18:00`);
    await phase(1).getByLabel("End").fill(`${year}-06-06T18:00`);
    await phase(1).getByLabel("Audience").selectOption("A list of emails and wallets");
    await phase(1).getByLabel("Emails and wallets").fill("friend@elsewhere.example");
    await phase(2).getByLabel("Name").fill("Everyone");
    await phase(2).getByLabel("Start").fill(`${year}-06-05T18:00`);
    await page.reload();
    await section.getByText(/^Draft restored/).waitFor();
    await expect(section.getByLabel("Time zone")).toHaveValue("Europe/Madrid");
    await expect(phase(1).getByLabel("End")).toHaveValue(`${year}-06-06T18:00`);
    await expect(phase(1).getByLabel("Emails and wallets")).toHaveValue("friend@elsewhere.example");
    await expect(phase(2).getByLabel("Start")).toHaveValue(`${year}-06-05T18:00`);
    await button(page, "Save phases").click();
    await section.getByText("This overlaps with another phase.").waitFor();
    await expect(phase(1).getByLabel("End")).toBeFocused();
    await phase(1).getByLabel("End").fill(`${year}-06-05T18:00`);
    await button(page, "Save phases").click();
    await page.getByText("Phases saved.").waitFor();
    await expect(section.getByText(/^Draft restored/)).toHaveCount(0);
    await expect(phase(2).getByLabel("Start")).toHaveValue(`${year}-06-05T18:00`);
    // The list has the state that fans see.
    await follow("/my/experiences");
    await main(page)
      .getByText(/^Opens \d+ Jun/)
      .waitFor();
  });

  test("count down for a fan on a phone, and open without a reload", async () => {
    const starts_at = `${new Date().getUTCFullYear() + 1}-06-05T18:00`;
    const everyone = { name: "Everyone", price: 0, spots: null, audience: "EVERYONE", ends_at: null };
    await putPhases([{ ...everyone, starts_at }]);
    const moveStart = (seconds: number) =>
      sql`
        update campaign_phase set starts_at = now() + make_interval(secs => ${seconds})
        where campaign_id = ${experience.id}`.execute(program.db);
    await moveStart(3_600);
    const fan = await createPerson(program.url);
    const { page, open, expectAccessible } = await visitAs(fan, {
      url: program.url,
      screen: phone,
      allowed: [/404/],
    });
    await page.clock.install();
    await open(`/experiences/${experience.pretty_id}`);
    const hero = page.locator(".hero");
    await hero.getByText(/^Opens .+, \d\d:\d\d \S+ · in (1 hour|59 minutes)$/).waitFor();
    await expect(hero.getByText("Active")).toHaveCount(0);
    await hero.getByRole("link", { name: /^Notify me/ }).click();
    await expect(main(page).getByText("Opens next")).toBeInViewport();
    await expect(page.getByRole("timer")).toContainText(/\d\d/);
    await button(page, "Notify me").click();
    await main(page).getByText("You’ll get one email when it opens.").waitFor();
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    await expectAccessible();
    await moveStart(0);
    await page.clock.fastForward("01:00:00");
    await main(page).getByText("Open now", { exact: true }).waitFor(backgroundTimeout);
    // The tabs, scrolled to the edge where the button stays, do not cover it.
    await main(page).getByRole("tablist").evaluate(scrollToLowerEdge);
    await main(page)
      .getByRole("link", { name: /Participate/ })
      .click();
    await button(page, "Reserve my spot").waitFor();
  });
});

function scrollToLowerEdge(element: Element): void {
  const bar = document.querySelector(".is-sticky")?.getBoundingClientRect();
  window.scrollBy({ top: element.getBoundingClientRect().top - (bar?.top ?? 0), behavior: "instant" });
}
