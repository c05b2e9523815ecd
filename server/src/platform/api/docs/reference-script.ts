/** Shows the copy buttons where the browser can copy: without scripts, and on plain HTTP, they stay hidden. */
export const referenceScript = `if (navigator.clipboard !== undefined)
  for (const button of document.querySelectorAll(".copy")) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(button.previousElementSibling.textContent);
      button.textContent = "Copied";
    });
  }
`;
