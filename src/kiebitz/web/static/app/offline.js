// Offline use: registers sw.js, which keeps the page, and explains the problem when the page is opened as a file. Not a module,
// because browsers load no modules from files.

{
  /** Milliseconds to wait before all files of the site are fetched, which would delay the page's first moves. */
  const CALM = 2000;
  /**
   * The words are here because nothing can be fetched when the page is a file.
   * @type {Record<string, string>}
   */
  const NO_SERVER = {
    en: "Browsers run this page only from a web server. In its folder, this starts one: python3 -m http.server. Then open http://localhost:8000/.",
    de: "Browser führen diese Seite nur von einem Webserver aus. In ihrem Ordner startet ihn: python3 -m http.server. Dann http://localhost:8000/ öffnen.",
    ru: "Браузеры запускают эту страницу только с веб-сервера. В её папке его запускает команда: python3 -m http.server. Затем откройте http://localhost:8000/.",
    vi: "Trình duyệt chỉ chạy trang này từ một máy chủ web. Trong thư mục của trang, hãy chạy: python3 -m http.server. Sau đó mở http://localhost:8000/.",
  };
  const worker = new URL("../sw.js", /** @type {HTMLScriptElement} */ (document.currentScript).src);

  const keep = () => navigator.serviceWorker.register(worker).catch(() => {});

  const explain = () => {
    if ("ready" in document.documentElement.dataset) return; // the browser allows modules from files
    const language = navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => tag in NO_SERVER) ?? "en";
    const notice = document.createElement("p");
    Object.assign(notice, { className: "notice", lang: language, textContent: NO_SERVER[language] });
    document.querySelector("main").prepend(notice);
  };

  if (location.protocol === "file:") addEventListener("load", () => setTimeout(explain, CALM / 2));
  else if ("serviceWorker" in navigator) addEventListener("load", () => setTimeout(keep, CALM));
}
